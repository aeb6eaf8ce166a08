/* Runs inline in the head of every signed-in page. Imports nothing, see `early.ts`. */

/** Restores the last theme of this tab, so that a reload does not flash. The application checks its owner. */
try {
  const theme = sessionStorage.getItem('theme')
  if (theme) document.documentElement.dataset.theme = theme
} catch {
  // Without storage the page has the system theme.
}
