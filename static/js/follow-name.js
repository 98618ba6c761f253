// The name in addresses follows the name, until somebody writes another one.

const LONGEST = 80;

export function followName(name, address) {
  if (!name || !address) return;
  let following = !address.value || address.value === slugged(name.value);
  name.addEventListener("input", () => {
    if (following) address.value = slugged(name.value);
  });
  address.addEventListener("input", () => {
    following = !address.value || address.value === slugged(name.value);
  });
}

// As Django's slugify makes it.
export function slugged(name) {
  const words = name.normalize("NFKD").replace(/[^\x00-\x7f]/g, "").toLowerCase().replace(/[^\w\s-]/g, "");
  return words.trim().replace(/[-\s]+/g, "-").replace(/^[-_]+|[-_]+$/g, "").slice(0, LONGEST);
}
