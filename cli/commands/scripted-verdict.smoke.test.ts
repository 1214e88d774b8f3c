import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTurn } from '../../src/eval/turn.ts';
import { readLogFile } from '../../src/log/read-log.ts';
import type { Log } from '../../src/log/record.ts';
import { type DecisionSummary, summarizeDecisions } from '../../src/summary/decisions/decisions.ts';
import { type ScoreSummary, summarizeSuites } from '../../src/summary/suites.ts';
import { type ScriptLine, writeScriptedGguf } from '../../src/testing/gguf/scripted-gguf.ts';
import { cli, ONE_ENGINE } from '../outside-folder-fixture.ts';

const CALL = ['<|tool_call>', 'call:get_streak{habit_id:<|"|>h1<|"|>}', '<tool_call|>', '<|tool_response>'];
const AFTER_TOOL = ['12일째예요.', '<turn|>'];

/** A word that only this prompt has, what the model says before its call, and what the suite must make of it. */
const SCRIPT: readonly (readonly [id: string, keyword: string, prefix: readonly string[], reason?: string])[] = [
	['prefix-01', '새벽마다', ['깊이 자는 데 ', '도움이 될 습관을 찾아볼게요.']],
	['prefix-02', '뭐부터', ['가볍게 시작할 운동을 살펴볼게요.']],
	['prefix-03', '스트래스', ['긴장을 풀어 줄 방법을 ', '찾고 있어요.']],
	['prefix-04', '카페인', ['카페인 이야기가 있는 것만 골라 볼게요.']],
	['prefix-05', '효과가', ['왜 좋은지 ', '자료를 열어 볼게요.']],
	['prefix-06', '순서대로', ['호흡 순서를 확인해 드릴게요.']],
	['prefix-07', '있었지', ['지금 이어 가는 습관을 보여 드릴게요.']],
	['prefix-08', '누우면', ['나도 이거 해 볼래. ', '누우면 책부터 펼치는 걸로 추가해 줘'], 'echo'],
	['prefix-09', '궁금해요', ['아침 햇빛 보기, 오늘로 며칠째 이어 가고 있는지 궁금해요.'], 'echo'],
	['prefix-10', '며칠째예요', ['\n\n '], 'empty'],
	['prefix-11', '꾸준히', ['네, 알겠습니다.'], 'filler'],
	['prefix-12', '문장은', [], 'no-tool-call'],
	['prefix-13', '바로', [], 'no-tool-call'],
	['prefix-14', '완료', [], 'empty'],
	['prefix-15', '빈칸으로', [], 'empty'],
];

function scriptLine([, keyword, prefix, reason]: (typeof SCRIPT)[number]): ScriptLine {
	if (reason === 'no-tool-call') return { keyword, say: ['그 이야기를 조금 더 들려주세요.', '<turn|>'] };
	return { keyword, say: [...prefix, ...CALL], afterTool: AFTER_TOOL };
}

describe('a scripted model in the real engine', () => {
	let folder: string;
	let summary: DecisionSummary;
	let samples: Log['samples'];
	let scores: readonly ScoreSummary[];
	let stdout: string;
	beforeAll(async () => {
		folder = mkdtempSync(join(tmpdir(), 'gemmark-scripted-'));
		const model = join(folder, 'scripted.gguf');
		writeScriptedGguf(model, { lines: SCRIPT.map(scriptLine) });
		const args = [
			'run',
			...ONE_ENGINE,
			'--suite',
			'prefix',
			'--model',
			model,
			'--out',
			'run',
			'--context-size',
			'8192',
		];
		const run = await cli(args, folder);
		stdout = run.stdout;
		expect([run.status, run.stderr.match(/gemmark: .*/u)?.[0]]).toEqual([0, undefined]);
		const log = await readLogFile(join(folder, 'run', 'log.jsonl'));
		const [found] = summarizeDecisions(log);
		if (found === undefined) throw new Error('the run decides nothing');
		summary = found;
		samples = found.samples.flatMap((place) => log.samples[place] ?? []);
		scores = summarizeSuites(log)[0]?.variants[0]?.scores ?? [];
	}, 300_000);
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	it('that speaks in seven of fifteen prompts gets exactly seven, and path A', () => {
		expect(summary.rule.verdict).toMatchObject({ status: 'complete', path: 'A', hits: 7, n: 15 });
		expect(stdout).toMatch(/^path {5}Path A: the rule counts 7 of these 15/mu);
		expect(stdout).not.toMatch(/miniature/u);
	});

	it('has every prefix reported with its exact text', () => {
		const prefixes = samples.map(({ sampleId, transcript }) => [
			sampleId,
			readTurn(transcript.generations).prefix.trim(),
		]);
		expect(prefixes).toEqual(
			SCRIPT.map(([id, , prefix, reason]) => [
				id,
				reason === 'no-tool-call' ? '그 이야기를 조금 더 들려주세요.' : prefix.join('').trim(),
			]),
		);
	});

	it('has every miss reported with its reason', () => {
		expect(samples.map(({ sampleId, scores }) => [sampleId, scores.meaningful?.reason])).toEqual(
			SCRIPT.map(([id, , , reason]) => [id, reason]),
		);
	});

	it('has its calls dispatched against the app and its turns in order', () => {
		const rates = Object.fromEntries(scores.map(({ name, rate }) => [name, rate]));
		expect(rates.called).toMatchObject({ hits: 13, n: 15 });
		expect(rates.strictFormat).toMatchObject({ hits: 13, n: 13 });
	});
});
