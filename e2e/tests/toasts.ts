import type { Page } from '@playwright/test'

/** The library times a toast by an animation, which no fake clock moves: it is held as it begins, and set. */
export async function holdTimers(page: Page): Promise<void> {
  await page.addInitScript(() =>
    document.addEventListener('animationstart', ({ target, animationName }) => {
      if (animationName !== 'Toastify__trackProgress' || !(target instanceof Element)) return
      for (const animation of target.getAnimations()) animation.pause()
    }),
  )
}

/** As `holdTimers`, but the library can still pause a toast and let it run. */
export async function slowTimers(page: Page): Promise<void> {
  await page.addInitScript(() =>
    document.addEventListener('animationstart', ({ target, animationName }) => {
      if (animationName !== 'Toastify__trackProgress' || !(target instanceof Element)) return
      for (const animation of target.getAnimations()) animation.updatePlaybackRate(1 / 1000)
    }),
  )
}
