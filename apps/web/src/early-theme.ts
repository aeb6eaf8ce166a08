/* Runs inline in the head of every signed-in page. Imports nothing, see `early.ts`. */

/** The theme that this tab last had, so that a reload does not flash. The application checks whose it is. */
try {
  const theme = sessionStorage.getItem('theme')
  if (theme) document.documentElement.dataset.theme = theme
} catch {
  // Without storage the page has the system theme.
}
