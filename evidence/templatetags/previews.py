"""Template tags of what is shown where the address of a page is shared."""

from __future__ import annotations

from django import template
from django.utils.html import format_html, strip_tags
from django.utils.safestring import SafeString, mark_safe

from evidence.pages.previews import preview_of

register = template.Library()


class Titled(template.Node):
    """The title of a page, for its tab and for whoever shares it."""

    def __init__(self, nodelist: template.NodeList) -> None:
        self.nodelist = nodelist

    def render(self, context: template.Context) -> SafeString:
        """Both elements; what is inside is escaped already."""
        title = " ".join(self.nodelist.render(context).split())
        plain = strip_tags(title).replace('"', "&quot;")
        both = f'<title>{title}</title>\n<meta property="og:title" content="{plain}">'
        return mark_safe(both)  # noqa: S308 - rendered by a template


@register.tag
def titled(parser: template.base.Parser, token: template.base.Token) -> Titled:
    """{% titled %}…{% endtitled %}"""
    nodelist = parser.parse(("endtitled",))
    parser.delete_first_token()
    return Titled(nodelist)


@register.simple_tag(takes_context=True)
def preview(context: template.Context) -> SafeString:
    """The picture that stands for the page, with its size and what it shows."""
    request = context.get("request")
    if request is None:
        return mark_safe("")
    found = preview_of({str(name): value for name, value in context.flatten().items()})
    address = request.build_absolute_uri(found.address)
    size = (
        format_html(
            '<meta property="og:image:width" content="{}">\n'
            '<meta property="og:image:height" content="{}">\n',
            found.width,
            found.height,
        )
        if found.width
        else ""
    )
    return format_html(
        '<meta property="og:image" content="{}">\n{}<meta property="og:image:alt" content="{}">\n'
        '<meta name="twitter:card" content="summary_large_image">',
        address,
        size,
        found.alt,
    )
