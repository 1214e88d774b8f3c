import { createHash, randomBytes } from 'node:crypto';
import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isAlive } from './is-alive.ts';

/** A name in the folder for a file that is being written, which tells whose it is. */
export function unfinishedName(folder: string): string {
	return join(folder, `.gemmark-${MACHINE}-${process.pid}-${randomBytes(4).toString('hex')}.tmp`);
}

/**
 * Removes what processes that were killed were writing in the folder: at once where they were of this machine, elsewhere
 * what nobody has written to for an hour. What cannot be removed stays.
 */
export function removeUnfinished(folder: string): void {
	try {
		for (const name of readdirSync(folder)) if (isLeft(folder, name)) rmSync(join(folder, name), { force: true });
	} catch {
		// It is in nobody's way.
	}
}

const LEFT_MS = 3_600_000;

/** Several machines may write into one folder, each with processes of its own numbers. */
const MACHINE: string = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

/** Earlier versions did not name the machine. */
const NAME = /^\.gemmark-(?:(?<machine>[\da-f]{8})-)?(?<pid>\d+)-[\da-f]{8}\.tmp$/u;

function isLeft(folder: string, name: string): boolean {
	const { machine, pid } = NAME.exec(name)?.groups ?? {};
	if (pid === undefined) return false;
	const stats = lstatSync(join(folder, name), { throwIfNoEntry: false });
	if (stats?.isFile() !== true) return false;
	return (machine === MACHINE && !isAlive(Number(pid))) || Date.now() - stats.mtimeMs > LEFT_MS;
}
