/**
 * Fetches the code of screens that the user may open next, so that opening one waits for its data only. The browser
 * neither compiles nor runs it. WebKit ignores the request.
 */
export function prefetchFiles(files: readonly string[]): void {
  for (const href of files)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', href }))
}
