import { z } from 'zod';

export type DeviceOptions = Readonly<z.input<typeof deviceOptions>>;

/** What a runtime runs on. */
export const BACKENDS = ['CPU', 'GPU', 'NPU'] as const;

export const DEFAULT_PORT = 7357;

/** How often an app is asked for its state. */
export const STATE_MS = 1000;

export const deviceOptions = z.strictObject({
	/** On 127.0.0.1; default 7357. 0: any free port. */
	port: z.int().min(0).max(65_535).optional().describe(`port on 127.0.0.1 (default: ${DEFAULT_PORT})`),
	/** Pairs app and run. Absent: generated and printed. */
	token: z
		.string()
		.min(8, 'must have at least 8 characters')
		.optional()
		.describe('pairs app and run (default: generated and printed)')
		.meta({ value: 'word' }),
	/** `engine` (default): gemmark's prompts and loop on the app's runtime. `app`: the app's controller takes whole user turns. */
	level: z
		.enum(['engine', 'app'])
		.default('engine')
		.describe("engine: gemmark's prompts and loop on the app's runtime; app: the app's controller"),
	/** What the runtime must run on. Absent: any. */
	backend: z.enum(BACKENDS).optional().describe('required backend of the runtime on the device'),
	/** Seconds for the app to connect; default 120. */
	connectTimeout: z.number().positive().optional().describe('seconds for the app to connect (default: 120)'),
	/** Seconds for a lost app to come back; default 60. */
	reconnectTimeout: z.number().positive().optional().describe('seconds for a lost app to reconnect (default: 60)'),
	/** Wait before each sample but the first: seconds (`30s`), or until the thermal status is nominal. */
	coolDown: z
		.string()
		.regex(/^(?:\d+(?:\.\d+)?s|nominal)$/u, 'must be seconds such as 30s, or nominal')
		.optional()
		.describe('wait before each sample: 30s, or nominal for the thermal status')
		.meta({ value: 'time' }),
	/** File that takes every message as it comes; `gemmark ingest` makes the same run of it. */
	record: z
		.string()
		.min(1)
		.optional()
		.describe('write every message to a new file, for gemmark ingest')
		.meta({ value: 'file' }),
});
