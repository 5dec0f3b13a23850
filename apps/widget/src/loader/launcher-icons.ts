/** Symbols of the launcher, drawn on 24 × 24. */
export const launcherIcons = {
  chat: 'M12 4c-5 0-9 3.2-9 7.3 0 2.3 1.2 4.3 3.2 5.6L5.6 20.6l4-2.2c.8.1 1.6.2 2.4.2 5 0 9-3.2 9-7.3S17 4 12 4Z',
  question: 'M8.5 9a3.5 3.5 0 1 1 5.2 3c-1.2.7-1.7 1.3-1.7 2.7M12 18.5v.01',
  lifebuoy:
    'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0ZM16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0ZM5.6 5.6l3.6 3.6m5.6 5.6 3.6 3.6m0-12.8-3.6 3.6m-5.6 5.6-3.6 3.6',
}

export type LauncherIcon = keyof typeof launcherIcons
