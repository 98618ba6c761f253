"""How one row names another: by natural key, by its id, or a person by username."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import Model

from evidence.archive.tables import Table, table_of

Key = tuple[Any, ...]
KEPT = 50_000  # keys whose ids are kept in mind, for each table
TEXTS = ("CharField", "SlugField", "TextField")


class Reference:
    """References to the rows of one model; `paths` lead from the model to what names a row."""

    paths: tuple[str, ...]

    def written(self, values: Sequence[Any]) -> Any:
        """JSON for the values at the paths: one value as it is, several as a list."""
        return values[0] if len(values) == 1 else list(values)

    def key(self, value: Any) -> Key:
        """The key that JSON stands for. Raises ValueError."""
        parts = tuple(value) if isinstance(value, list) else (value,)
        if len(parts) != len(self.paths) or not all(_plain(part) for part in parts):
            raise ValueError(f"{value!r} does not name a row by {self.words}")
        return parts

    @property
    def words(self) -> str:
        """What names a row, for people."""
        return ", ".join(self.paths)

    def ids(self, keys: Iterable[Key]) -> dict[Key, Any]:
        """The primary keys of the rows that have these keys; what is not there is left out."""
        raise NotImplementedError

    def forget(self) -> None:
        """Keep no ids in mind."""


class ByKey(Reference):
    """Rows of a table with a natural key; some that were asked for are kept in mind."""

    def __init__(self, model: type[Model], paths: tuple[str, ...]) -> None:
        self.model, self.paths = model, paths
        self._texts = [is_text(model, path) for path in paths]
        self._kept: dict[Key, Any] = {}

    def key(self, value: Any) -> Key:
        """The key that JSON stands for, each part of the kind that the database has."""
        parts = super().key(value)
        if [isinstance(part, str) for part in parts] != self._texts:
            raise ValueError(f"{value!r} does not name a row by {self.words}")
        return parts

    def forget(self) -> None:
        """Keep no ids in mind."""
        self._kept.clear()

    def ids(self, keys: Iterable[Key]) -> dict[Key, Any]:
        """From memory, or by one query."""
        wanted = set(keys)
        new = wanted - self._kept.keys()
        if len(self._kept) + len(new) > KEPT:
            self._kept.clear()
            new = wanted
        if new:
            self._kept |= self._found(new)
        return {key: self._kept[key] for key in wanted if key in self._kept}

    def _found(self, keys: set[Key]) -> dict[Key, Any]:
        columns = zip(self.paths, self._texts, zip(*keys, strict=True), strict=True)
        # Texts go as one value, not as thousands.
        conditions = {
            f"{path}__{'among' if text else 'in'}": list(set(values))
            for path, text, values in columns
        }
        rows = self.model._base_manager.filter(**conditions)
        return {key: pk for pk, *rest in rows.values_list("pk", *self.paths)
                if (key := tuple(rest)) in keys}  # fmt: skip


class ByName(ByKey):
    """People: who is not known here becomes a person who cannot log in."""

    def __init__(self) -> None:
        model: Any = get_user_model()
        super().__init__(model, (model.USERNAME_FIELD,))
        self.most: int = model._meta.get_field(model.USERNAME_FIELD).max_length

    def _found(self, keys: set[Key]) -> dict[Key, Any]:
        found = super()._found(keys)
        for key in sorted(keys - found.keys()):
            person: Any = self.model(**{self.paths[0]: key[0], "is_active": False})
            person.set_unusable_password()
            if "\0" in key[0] or not 0 < len(key[0]) <= self.most:
                raise ValueError(f"{key[0]!r} cannot be a username")
            person.save()
            found[key] = person.pk
        return found


class References:
    """The references of an archive, one for each model."""

    def __init__(self) -> None:
        self._made: dict[type[Model], Reference] = {}

    def to(self, model: type[Model]) -> Reference:
        """References to a model. Raises TypeError for one that the archive does not hold."""
        if model not in self._made:
            self._made[model] = self._make(model)
        return self._made[model]

    def forget(self) -> None:
        """Keep no ids in mind."""
        for reference in self._made.values():
            reference.forget()

    def _make(self, model: type[Model]) -> Reference:
        if model is get_user_model():
            return ByName()
        table = table_of(model)
        if table is None:
            raise TypeError(
                f"{model._meta.label} is referred to, but not in evidence.archive.tables.TABLES"
            )
        return ByKey(model, self._paths(table))

    def _paths(self, table: Table) -> tuple[str, ...]:
        paths: list[str] = []
        for name in table.key or (table.pk,):
            field: Any = table.model._meta.get_field(name)
            if not field.is_relation:
                paths.append(name)
                continue
            inner = self.to(field.remote_field.model)
            paths += [f"{name}__{path}" for path in inner.paths]
        return tuple(paths)


def _plain(value: Any) -> bool:
    return isinstance(value, (str, int)) and not isinstance(value, bool)


def is_text(model: type[Model], path: str) -> bool:
    """Whether a path leads to a text."""
    field: Any = None
    for name in path.split("__"):
        field = model._meta.get_field(name)
        if field.is_relation:
            model = field.remote_field.model
    return field.get_internal_type() in TEXTS
