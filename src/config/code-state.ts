/** `ran`: a config's code ran in this process, and may have left handles open. */
export const codeState: { ran: boolean } = { ran: false };
