import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { dialectOf, openConversation } from '../../src/dialects/conversation/open-conversation.ts';
import { splitGeneration } from '../../src/eval/sample.ts';
import type { GenerationRecord } from '../../src/model/generation.ts';
import { conversationOptions } from '../../src/testing/contract/contract-request.ts';
import { describeRunnerContract } from '../../src/testing/contract/runner-contract.ts';
import { scriptedModel } from '../../src/testing/doubles/scripted-model.ts';
import { gemma4Templates } from '../../src/testing/gguf/gemma4-template.ts';
import { logHeaderFixture, logSampleFixture } from '../../src/testing/log-line-fixture.ts';
import { replayRunner } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'gemmark-replay-contract-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const template = { source: gemma4Templates.plain, bosToken: '<bos>', eosToken: '<eos>' };
const SAID = ['물을 ', '한 잔 ', '마시고 ', '시작해 ', '볼까요', '?'];
/** The prompts of the contract, each with its own answer. */
const ASKED = [
	['물 마시기 습관을 추가해 줘', SAID],
	['아침에 뭘 하면 좋을까?', ['햇빛을 ', '보세요', '.']],
] as const;

/** Records one generation of a scripted model, as a run does. */
async function record(text: string, pieces: readonly string[]): Promise<GenerationRecord> {
	const usage = { promptTokens: 40, cachedPromptTokens: 30, outputTokens: pieces.length };
	const model = scriptedModel([{ pieces, usage }]);
	const records: GenerationRecord[] = [];
	const options = { ...conversationOptions({}), onGeneration: (one: GenerationRecord) => void records.push(one) };
	await Array.fromAsync(openConversation(model, dialectOf(model), options).sendChatTurn({ type: 'user', text }));
	const [made] = records;
	if (made === undefined) throw new Error('nothing was recorded');
	return made;
}

const header = logHeaderFixture({ template });
const samples = await Promise.all(
	ASKED.map(async ([text, pieces], index) => {
		const { generation, timings } = await splitGeneration(await record(text, pieces));
		return logSampleFixture({
			sampleId: `p${index}`,
			sample: { id: `p${index}`, input: text },
			transcript: { generations: [generation], facts: {} },
			timings: { generations: [timings], endToEndMs: 1, cold: false },
		});
	}),
);
writeFileSync(join(folder, 'log.jsonl'), [header, ...samples].map((line) => `${JSON.stringify(line)}\n`).join(''));

describeRunnerContract('replay', {
	load: () => replayRunner.load({ model: folder }),
	skip: { overflow: 'a recording has no context that a prompt could overflow' },
});
