import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { LlamaCppModel } from '../runners/llama-cpp/index.ts';
import type { Log } from '../src/log/record.ts';
import type { LoadedModel } from '../src/model/runner.ts';
import { evaluate } from './evaluate.ts';
import type { RunRequest } from './prepare.ts';

const folder = mkdtempSync(join(tmpdir(), 'gemmark-processes-'));
afterAll(() => rmSync(folder, { recursive: true }));

const run = async (name: string, request: RunRequest): Promise<Log> => {
	const { log, failure } = await evaluate({}, { out: join(folder, name), limit: 6, ...request });
	expect(failure).toBeUndefined();
	return log;
};

/** All but the times. */
const saidIn = ({ samples }: Log): unknown => samples.map(({ timings: _, ...said }) => said);

describe('a run in two processes', () => {
	it('says bit for bit what one process says, and that its times are not comparable', async () => {
		const one = await run('one', { processes: 1 });
		const two = await run('two', { processes: 2 });
		expect(saidIn(two)).toEqual(saidIn(one));
		expect(one.header.engine.processes).toBeUndefined();
		expect(two.header.engine).toMatchObject({
			processes: 2,
			timingsNotComparable: { code: 'run.processes-at-once' },
		});
	});

	it('has the other process do the work of one that was killed, and says so', async () => {
		let others: readonly LoadedModel[] = [];
		let answered = 0;
		const pidOfOther = (): number => {
			const [other] = others as readonly LlamaCppModel[];
			return other?.pid() ?? Number.NaN;
		};
		const log = await run('killed', {
			processes: 2,
			listen: {
				loaded(model) {
					others = model.others ?? [];
				},
				sample() {
					answered += 1;
					if (answered === 2) process.kill(pidOfOther(), 'SIGKILL');
				},
			},
		});
		expect(saidIn(log)).toEqual(saidIn(await run('whole', { processes: 1 })));
		expect(log.footer?.warnings).toEqual([expect.objectContaining({ code: 'run.process-lost' })]);
	});
});
