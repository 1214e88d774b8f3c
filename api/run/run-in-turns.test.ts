import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { UsageError } from '../../src/base/errors.ts';
import type { LoadedModel } from '../../src/model/runner.ts';
import { DEFAULT_CHOICES } from '../../src/run/run-choices.ts';
import { appDouble } from '../../src/testing/doubles/app-double.ts';
import { scriptedModel } from '../../src/testing/doubles/scripted-model.ts';
import { suiteDouble } from '../../src/testing/doubles/suite-double.ts';
import { runInTurns } from './run-in-turns.ts';

it('runs in turns of a suite that one of the engines cannot be asked are refused before the other has begun', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'gemmark-turns-'));
	let asked = 0;
	const replay = {
		...suiteDouble(['a'], async () => {
			asked += 1;
			return { messages: [], facts: {} };
		}),
		needsHistory: true,
	};
	const raw = scriptedModel([]);
	const chat: LoadedModel = { ...raw, kind: 'chat', openConversation: () => ({ async *sendChatTurn() {} }) };
	const runs = [raw, chat].map((model, index) => ({
		model,
		choices: DEFAULT_CHOICES,
		suites: [replay],
		app: appDouble(),
		signal: new AbortController().signal,
		onProgress: () => undefined,
		out: join(folder, `${index}`),
	}));
	const running = runInTurns(runs);
	await expect(running).rejects.toThrow(UsageError);
	await expect(running).rejects.toThrow(/suite double: the engine scripted renders by itself and takes no history/u);
	expect([asked, existsSync(join(folder, '0'))]).toEqual([0, false]);
	rmSync(folder, { recursive: true });
});
