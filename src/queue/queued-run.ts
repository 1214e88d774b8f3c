import type { Redis } from 'ioredis';
import { canonicalJson, jsonOf, sha256 } from '../base/json.ts';
import type { LogHeader } from '../log/record.ts';
import { logRecordSchema } from '../log/record.ts';
import { QUEUE_PREFIX } from './connection.ts';

/** A run with a queue that is open to workers. */
export interface QueuedRun {
	readonly id: string;
	readonly header: LogHeader;
}

/** Id of the run with this header; a resumed run has the same and finds its queue. */
export async function queuedRunId(header: LogHeader): Promise<string> {
	return (await sha256(canonicalJson(jsonOf(header)))).slice(0, 16);
}

export function queueName(id: string): string {
	return `run-${id}`;
}

export interface Announcement {
	/** Announces it now: a restarted Redis may have lost it. */
	again(): Promise<void>;
	close(): Promise<void>;
}

/** Announces the run to workers while this process lives. */
export async function announceRun(redis: Redis, run: QueuedRun): Promise<Announcement> {
	const key = runKey(run.id);
	const description = JSON.stringify(run.header);
	const announce = (): Promise<unknown> => redis.set(key, description, 'EX', EXPIRES_S);
	const again = (): Promise<void> =>
		announce().then(
			() => undefined,
			() => undefined,
		);
	await announce();
	const timer = setInterval(again, RENEW_MS);
	return {
		again,
		async close() {
			clearInterval(timer);
			await redis.del(key);
		},
	};
}

/** Open runs; keys without a valid log header are ignored. */
export async function openRuns(redis: Redis): Promise<readonly QueuedRun[]> {
	const runs: QueuedRun[] = [];
	for (const key of await keysOf(redis)) {
		const header = readHeader(await redis.get(key).catch(() => null));
		if (header !== undefined) runs.push({ id: key.slice(runKey('').length), header });
	}
	return runs;
}

export async function isOpen(redis: Redis, id: string): Promise<boolean> {
	return (await redis.exists(runKey(id))) === 1;
}

/** Removes the key that a late worker writes of a removed queue. */
export async function forgetQueue(redis: Redis, id: string): Promise<void> {
	if (!(await isOpen(redis, id))) await redis.del(`${QUEUE_PREFIX}:${queueName(id)}:meta`);
}

/** The run of a killed coordinator disappears after this. */
const EXPIRES_S = 30;
export const RENEW_MS = 5000;
/** Characters of a header; a typical one has thousands. */
const MAX_HEADER_CHARS = 1_000_000;
const MAX_RUNS = 1000;

function runKey(id: string): string {
	return `${QUEUE_PREFIX}-open-run:${id}`;
}

async function keysOf(redis: Redis): Promise<readonly string[]> {
	const keys = new Set<string>();
	let cursor = '0';
	do {
		const [next, found] = await redis.scan(cursor, 'MATCH', runKey('*'), 'COUNT', 1000);
		for (const key of found) keys.add(key);
		cursor = next;
	} while (cursor !== '0' && keys.size < MAX_RUNS);
	return [...keys].filter((key) => /:[0-9a-f]{16}$/u.test(key)).sort();
}

function readHeader(text: string | null): LogHeader | undefined {
	if (text === null || text.length > MAX_HEADER_CHARS) return undefined;
	try {
		const record = logRecordSchema.safeParse(JSON.parse(text)).data;
		return record?.type === 'header' ? record : undefined;
	} catch {
		return undefined;
	}
}
