import type { Page } from '@playwright/test'

/**
 * Slows the animation that times a toast almost to a stop, because no fake clock moves it. Tests can set its time, and
 * the library can still pause and resume it.
 */
export async function holdToastTimers(page: Page): Promise<void> {
  await page.addInitScript(() =>
    document.addEventListener('animationstart', ({ target, animationName }) => {
      if (animationName !== 'Toastify__trackProgress' || !(target instanceof Element)) return
      for (const animation of target.getAnimations()) animation.updatePlaybackRate(1e-6)
    }),
  )
}
