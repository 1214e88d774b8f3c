import type { Transport } from '@modelcontextprotocol/client';

/** Longest message of a server, bytes. */
export const MAX_MESSAGE_BYTES: number = 10 * 1024 * 1024;

/** A way to a server, and what went wrong on it that its client does not tell. */
export interface ServerTransport extends Transport {
	/** Lines that were no message. */
	readonly noise: number;
	/** Whether a message was longer than {@link MAX_MESSAGE_BYTES}, which ends the connection. */
	readonly tooLarge: boolean;
	/** The last that the server said to its standard error. */
	readonly stderr: string;
	/** How the process ended by itself: `exit code 9`, `SIGSEGV`. */
	readonly ended?: string | undefined;
}
