import type { Golden, Lab } from '../lab.ts';

const KITCHEN = `app:
  name: kitchen
  language: en
  system: kitchen/system.md
  tools: kitchen/tools.json
suites:
  - kind: prefix
    corpus: kitchen/prompts.csv
    decision: { hits: 4, of: 12 }
`;

/** What an app logged of itself; its clock is in the capture, so that times are facts. */
export const CAPTURES: readonly Golden[] = [
	{
		name: 'ingest',
		covers:
			'a capture of an app in Korean with its times: verdict, latencies, budgets, a gate on times; lines doubled and swapped',
		async run(lab) {
			lab.copy('captures/coach.txt', 'coach.txt');
			const as = ['--model', 'mini', '--device', 'phone', '--engine', 'flutter_gemma 0.11.2'];
			await lab.step('whole', ['ingest', 'coach.txt', ...as], { timed: true, metrics: true });
			const lines = lab.read('coach.txt').trimEnd().split('\n');
			lab.write('doubled.txt', `${lines.flatMap((line) => [line, line]).join('\n')}\n`);
			await lab.step('doubled', ['ingest', 'doubled.txt', ...as], { rows: false });
			const swapped = lines.map((_, index) => lines[index % 2 === 0 ? index + 1 : index - 1] ?? lines[index]);
			lab.write('swapped.txt', `${swapped.join('\n')}\n`);
			await lab.step('swapped', ['ingest', 'swapped.txt', ...as], { rows: false });
			lab.write('part.txt', `${lines.toSpliced(60, 1).slice(0, 150).join('\n')}\n`);
			await lab.step('part', ['ingest', 'part.txt', ...as], { timed: true });
			const rules = [
				{ metric: 'latency.prefix.free.warm.endToEndMs.p50', max: 300 },
				{ metric: 'latency.prefix.free.warm.timeToFirstTokenMs.p95', max: 10_000 },
				{ metric: 'latency.prefix.free.warm.timeToCallMs.mean', max: 5000 },
				{ metric: 'latency.leftOut', max: 0 },
			];
			await lab.gate('gate', ['whole', 'part'], { version: 1, rules });
			await lab.compare('parts', ['whole', 'part']);
		},
	},
	{
		name: 'ingest-causes',
		covers:
			'a capture with every kind of doubt: foreign, contradictory, not recorded, cut, swallowed, failed, asked again, a damaged line',
		async run(lab) {
			lab.copy('kitchen', 'kitchen');
			lab.write('gemmark.config.yaml', KITCHEN);
			capture(lab, 'app.txt', [
				...turn('tofu', [
					chunk(0, 'Let me look up some tofu recipes.'),
					call(0, 'Let me look up some tofu recipes.'),
					chunk(1, 'Done.'),
					end(),
				]),
				...turn('eggs', [chunk(0, 'Eggs are quick, I search.'), end('length')]),
				...turn('truffle', [chunk(0, 'Truffles are rare.'), call(0, 'Mushrooms are rare.'), end('stop')]),
				...turn('kale', [chunk(0, 'Kale it is, I search.'), end('stop')], 'Got spinach here. What now?'),
				...turn('milk', [
					chunk(0, 'Milk it is, cold.'),
					call(0, 'Milk it is, cold.', 'add_to_list', { item: 'milk' }),
					end('stop'),
				]),
				...turn('milk', [chunk(0, 'I cannot do that.'), end('stop')]),
				...turn('rice', [chunk(0, ''), end()]),
				...turn('salt', [chunk(0, 'Sea salt, one'), end('swallowed')]),
				...turn('clear', [call(0, '', 'clear_list', {}, ['missing-closer']), end()]),
				...turn('leek', [chunk(0, 'Leek soup'), { t: 'end', error: 'the engine died', finish: 'unknown' }]),
				...turn('corn', [chunk(0, 'I try.'), call(0, 'I try.', ''), end()]),
				...turn('bread', [
					chunk(0, 'Bread for the week, noted.'),
					call(0, 'Bread for the week, noted.', 'add_to_list', { item: 'bread' }),
					{ t: 'end', error: 'the app failed' },
				]),
				...turn('basil', [chunk(0, 'call:find_recipe{ingredient:basil}'), end('stop')]),
			]);
			await lab.step('run', ['ingest', 'app.txt', '--model', 'app', '--device', 'phone']);
			capture(lab, 'second.txt', [
				...turn('tofu', [
					chunk(0, 'Let me look up some tofu recipes.'),
					call(0, 'Let me look up some tofu recipes.'),
					end('stop'),
				]),
				...turn('eggs', [
					chunk(0, 'Eggs are quick, I search.'),
					call(0, 'Eggs are quick, I search.', 'find_recipe', { ingredient: 'eggs', max_minutes: 10 }),
					end('length'),
				]),
				...turn('salt', [chunk(0, 'Sea salt would be'), end('deadline')]),
				...turn('corn', [
					chunk(0, 'Sweet corn, I search.'),
					call(0, 'Sweet corn, I search.', 'find_recipe', { ingredient: 'corn' }, ['code-fence']),
					end('stop'),
				]),
			]);
			lab.write('second.txt', lab.read('second.txt').replace('"Sea salt', '"Sea \\q salt'));
			await lab.step('second', ['ingest', 'second.txt', '--model', 'app', '--device', 'phone']);
			await lab.exitCode('nothing', 'ingest', 'gemmark.config.yaml', '--model', 'app', '--out', 'nothing');
		},
	},
];

type Line = Readonly<Record<string, unknown>>;

const INPUTS: Readonly<Record<string, string>> = {
	tofu: 'What can I make with tofu?',
	eggs: 'Something with eggs, in ten minutes?',
	truffle: 'Any dish with truffle?',
	milk: 'Put milk on my list.',
	rice: 'Please add two bags of rice to the list',
	salt: 'We are out of salt.',
	clear: 'Throw the whole list away',
	leek: 'A soup of leek would be nice',
	corn: 'How about corn?',
	bread: 'I need bread, write that down',
	basil: 'What goes with basil?',
};

function turn(prompt: string, lines: readonly Line[], text: string = INPUTS[prompt] ?? prompt): readonly Line[] {
	return [{ t: 'user', prompt, text }, ...lines];
}

function chunk(generation: number, text: string): Line {
	return { t: 'chunk', turn: generation, text };
}

function call(
	generation: number,
	prefix: string,
	name = 'find_recipe',
	args: object = { ingredient: 'tofu' },
	repairs?: readonly string[],
): Line {
	return { t: 'call', turn: generation, prefix, name, args, repairs };
}

function end(finish?: string): Line {
	return { t: 'end', ...(finish && { finish }) };
}

/** Lines as logcat has them, ten milliseconds apart. */
function capture(lab: Lab, file: string, lines: readonly Line[]): void {
	let atMs = 0;
	const written = lines.map((line, n) => {
		atMs = line.t === 'user' ? 0 : atMs + 10;
		return `11-26 01:00:00.000  4242  4242 I flutter : [gemmark-corpus] ${JSON.stringify({ v: 1, n, ...line, atMs })}`;
	});
	lab.write(file, `${written.join('\n')}\n`);
}
