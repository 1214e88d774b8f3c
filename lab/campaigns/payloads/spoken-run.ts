import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { terminalText } from '../../../reports/terminal/text.ts';
import type { ScriptLine } from '../../../src/testing/gguf/scripted-gguf.ts';
import { gemmark, unreportedEnd } from '../trial/gemmark-process.ts';
import { samplesIn, scriptedModel } from '../trial/scripted-run.ts';

/** A run in `FOLDER/run` in which a model of the real engine says each text, before a call and in its arguments. */
export async function spokenRun(
	folder: string,
	texts: readonly string[],
): Promise<{ readonly problem: string | undefined; readonly samples: number }> {
	// What no file of tokens can hold.
	const sayable = texts.map((text) => text.toWellFormed().replaceAll('\0', '\ufffd'));
	const model = scriptedModel(folder, { lines: sayable.map(lineOf) });
	const files = {
		'gemmark.config.yaml': CONFIG,
		'system.md': '너는 비서야.\n',
		'tools.json': JSON.stringify([TOOL]),
		'answers.yaml': JSON.stringify({ get_records: [{ answer: { said: sayable[0] ?? '' } }] }),
		'prompts.jsonl': sayable
			.map(
				(_, index) => `${JSON.stringify({ id: `p${index}`, input: `${keyOf(index)} 알려 줘`, expected: EXPECTED })}\n`,
			)
			.join(''),
	};
	for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
	const args = ['run', '--model', model, '--out', 'run', '--threads', '2', '--max-tokens', '24', '--verbose'];
	const end = await gemmark(args, { cwd: folder, seconds: 300 });
	const shown = end.stdout + end.stderr;
	const raw =
		terminalText(shown) === shown ? undefined : `raw control characters: ${JSON.stringify(shown).slice(0, 300)}`;
	const said = samplesIn(join(folder, 'run')).filter(({ transcript }, index) =>
		JSON.stringify(transcript).includes(JSON.stringify(sayable[index]).slice(1, -1)),
	);
	const unsaid = said.length < sayable.length ? `only ${said.length} of ${sayable.length} texts were said` : undefined;
	return { problem: raw ?? unreportedEnd(end, [0, 3]) ?? unsaid, samples: said.length };
}

const CONFIG = `app: { name: said, language: ko, system: system.md, tools: tools.json, answers: answers.yaml }
suites: [ { kind: prefix, corpus: prompts.jsonl } ]
`;
const EXPECTED = [{ tool: 'get_records', arguments: {} }];
const TOOL = {
	type: 'function',
	function: {
		name: 'get_records',
		description: '기록',
		parameters: { type: 'object', properties: { note: { type: 'string' } } },
	},
};

function keyOf(index: number): string {
	return `키${String(index).padStart(3, '0')}말`;
}

function lineOf(text: string, index: number): ScriptLine {
	const call = ['<|tool_call>call:get_records{note:<|"|>', `${text}.`, '<|"|>}', '<tool_call|>'];
	return { keyword: keyOf(index), say: [text, ...call, '<|tool_response>'], afterTool: [`${text}!`, '<turn|>'] };
}
