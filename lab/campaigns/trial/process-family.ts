import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { EnvironmentError } from '../../../src/base/errors.ts';

/** Environment variable that a campaign gives the processes it starts: their children inherit it. */
export const FAMILY = 'GEMMARK_CAMPAIGN_FAMILY';

/** Every process of the family that lives. Throws EnvironmentError where the system does not tell (only Linux does). */
export function livingOf(family: string): readonly number[] {
	if (!existsSync('/proc/self/environ'))
		throw new EnvironmentError('this campaign looks for processes in /proc, which is not here', {
			hint: 'Run it on Linux.',
		});
	return readdirSync('/proc')
		.map(Number)
		.filter((pid) => pid > 0 && (read(pid, 'environ') ?? '').includes(`${FAMILY}=${family}\0`) && isAlive(pid));
}

/** Living members after so many milliseconds of grace, which an engine has to notice that its parent is gone. */
export async function orphansOf(family: string, graceMs: number): Promise<readonly number[]> {
	const until = performance.now() + graceMs;
	let living = livingOf(family);
	while (living.length > 0 && performance.now() < until) {
		await delay(25);
		living = livingOf(family);
	}
	return living;
}

function isAlive(pid: number): boolean {
	return !/^State:\s+[ZX]/mu.test(read(pid, 'status') ?? 'State: X');
}

function read(pid: number, name: string): string | undefined {
	try {
		return readFileSync(`/proc/${pid}/${name}`, 'utf8');
	} catch {
		return undefined;
	}
}
