/** English sentences of apps on devices and their captured logs. Alphabetical by code. */
export const device = {} as const;
