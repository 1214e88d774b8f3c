/** Korean of `src/base/messages/device.ts`. Alphabetical by code. */
export const device = {} as const;
