import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readLogFile } from '../../src/log/read-log.ts';
import { writeScriptedGguf } from '../../src/testing/gguf/scripted-gguf.ts';
import { outsideFolderFixture } from '../outside-folder-fixture.ts';

const PROMPTFOO = `prompts: ['{{country}}의 수도는?', '{{city}} 날씨 알려 줘']
providers:
  - id: openai:chat:some
    config:
      tools: [{ type: function, function: { name: get_weather, parameters: { type: object, properties: { city: { type: string } }, required: [city] } } }]
tests:
  - vars: { country: 한국, city: 서울 }
    assert: [{ type: contains, value: '{{city}}' }, { type: not-icontains, value: 부산 }]
  - vars: { country: 프랑스, city: 파리 }
    assert: [{ type: is-valid-openai-tools-call }, { type: similar, value: x }]
  - vars: { country: 독일, city: 본 }
    assert: [{ type: javascript, value: output.endsWith('요.') }]
`;

it('a promptfooconfig is imported, runs at once in the engine, and is exported again', async () => {
	const { folder, gemmark } = outsideFolderFixture({ 'promptfooconfig.yaml': PROMPTFOO });
	writeScriptedGguf(join(folder, 'scripted.gguf'), {
		lines: [
			{ keyword: '수도는', say: ['서울', '이에요.', '<turn|>'] },
			{
				keyword: '알려',
				say: ['<|tool_call>', 'call:get_weather{city:<|"|>서울<|"|>}', '<tool_call|>', '<|tool_response>'],
			},
		],
	});
	const imported = await gemmark('import', 'promptfoo', 'promptfooconfig.yaml', '--out', 'mine', '--javascript');
	expect(imported.stderr).toMatch(/^gemmark: refused: promptfooconfig\.yaml:10: tests\[1\]\.assert\[1\]: similar: /u);
	expect(imported.stdout).toMatch(
		/^6 samples with 8 assertions written to mine; refused: 1, see mine\/refused\.jsonl\n/u,
	);

	const again = await gemmark('import', 'promptfoo', 'promptfooconfig.yaml', '--out', 'mine');
	expect(again).toMatchObject({
		status: 2,
		stderr: expect.stringMatching(/^gemmark: mine\/gemmark\.config\.yaml: already exists/u),
	});

	const run = await gemmark('run', '--config', 'mine/gemmark.config.yaml', '--model', 'scripted.gguf', '--out', 'run');
	expect(run.status, run.stderr).toBe(0);
	const { samples } = await readLogFile(join(folder, 'run', 'log.jsonl'));
	expect(samples[3]?.scores.passed).toMatchObject({
		unscored: 'not-applicable',
		detail: { code: 'score.not-judged', params: { list: [expect.stringMatching(/^similar: is not taken, /u)] } },
	});
	expect(samples.map(({ sampleId, scores }) => [sampleId, scores.passed?.value, scores.passed?.reason])).toEqual([
		['t001-p1', true, undefined],
		['t001-p2', true, undefined],
		['t002-p1', false, 'is-valid-openai-tools-call'],
		['t002-p2', undefined, undefined],
		['t003-p1', true, undefined],
		['t003-p2', false, 'javascript'],
	]);
});
