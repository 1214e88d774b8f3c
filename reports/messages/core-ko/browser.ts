/** Korean of `src/base/messages/browser.ts`. Alphabetical by code. */
export const browser = {} as const;
