import type { Page } from '@playwright/test'

/**
 * The library times a toast by an animation, which no fake clock moves: it all but stands from its
 * beginning, can be set, and the library can still pause it and let it run.
 */
export async function holdToastTimers(page: Page): Promise<void> {
  await page.addInitScript(() =>
    document.addEventListener('animationstart', ({ target, animationName }) => {
      if (animationName !== 'Toastify__trackProgress' || !(target instanceof Element)) return
      for (const animation of target.getAnimations()) animation.updatePlaybackRate(1e-6)
    }),
  )
}
