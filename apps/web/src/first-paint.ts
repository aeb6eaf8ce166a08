/**
 * Runs ahead of the first paint, for which the page waits: the theme that this tab last had, so that a page loaded
 * again in the dark is dark from the start. Whose it is, the application sees to.
 */
try {
  const theme = sessionStorage.getItem('theme')
  if (theme) document.documentElement.dataset.theme = theme
} catch {
  // A browser that keeps nothing shows the system's.
}
