import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { DEFAULT_CHOICES } from '../../src/eval/settings.ts';
import { resumedRunFolder } from '../../src/log/folder.ts';
import { appDouble } from '../../src/testing/doubles/app-double.ts';
import { scriptedModel } from '../../src/testing/doubles/scripted-model.ts';
import { suiteDouble } from '../../src/testing/doubles/suite-double.ts';
import { workingFolderFixture } from '../../src/testing/working-folder-fixture.ts';
import type { Prepared } from '../prepare.ts';
import type { Run } from '../results/read-run.ts';
import { runLoaded } from './run-log.ts';

let place: string;
beforeEach(() => {
	place = workingFolderFixture();
	mkdirSync(join('results', 'before'), { recursive: true });
	writeFileSync(join('results', 'before', 'log.jsonl'), '');
	symlinkSync('before', join('results', 'latest'));
});

const latest = (): string => realpathSync(join('results', 'latest'));
const run = (during: () => Promise<void>, out?: string): Promise<Run> => {
	const suite = suiteDouble(['a'], async () => {
		await during();
		return { messages: [], facts: {} };
	});
	const prepared = { choices: DEFAULT_CHOICES, composition: { app: appDouble() } } as unknown as Prepared;
	return runLoaded({ prepared, request: {}, suites: [suite], target: {}, model: scriptedModel([]), out });
};

it.each([undefined, 'elsewhere'])(
	'a run is the latest as soon as it has a log, for one that is killed goes on (%s)',
	async (out) => {
		let seen: string | undefined;
		const { folder } = await run(async () => {
			seen = latest();
		}, out);
		expect(seen).toBe(realpathSync(folder));
		expect(resumedRunFolder(undefined)).toBe(realpathSync(folder));
	},
);

it('a run that is refused leaves the one before the latest', async () => {
	mkdirSync('taken');
	writeFileSync(join('taken', 'log.jsonl'), '');
	await expect(run(async () => undefined, 'taken')).rejects.toThrow('already contains a run');
	expect(latest()).toBe(join(place, 'results', 'before'));
});
