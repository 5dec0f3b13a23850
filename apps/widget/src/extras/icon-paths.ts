/** What the extras alone show; otherwise as those of the panel. */
export const laterPaths = {
  up: 'M7 10.5v9H4.5v-9Zm0 0 4.2-7c1.4 0 2.3 1 2.1 2.4l-.6 3.6h5.1a2 2 0 0 1 2 2.4l-1.2 6a2 2 0 0 1-2 1.6H7',
  down: 'M17 13.5v-9h2.5v9Zm0 0-4.2 7c-1.4 0-2.3-1-2.1-2.4l.6-3.6H6.2a2 2 0 0 1-2-2.4l1.2-6a2 2 0 0 1 2-1.6H17',
  plus: 'M12 5v14M5 12h14',
  chats: 'M4 5h16v11H9l-5 4Z',
  arrow: 'M12 5v14m-6-6 6 6 6-6',
  bin: 'M5 7h14M9.5 7V4.5h5V7M7 7l1 13h8l1-13',
  check: 'm5 12.5 4.5 4.5L19 7.5',
} as const
