import type { Command } from 'commander';

/** Puts examples under the help of commands, each with what it is for. */
export function addExamples(program: Command): void {
	for (const command of [program, ...program.commands]) {
		const examples = EXAMPLES[command.name()];
		if (examples === undefined) continue;
		const lines = examples.map(([line, purpose]) => `  ${purpose}\n    $ ${line}`);
		command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
	}
}

type Example = readonly [line: string, purpose: string];

/** By the name of the command. */
const EXAMPLES: Readonly<Record<string, readonly Example[]>> = {
	gemmark: [
		['gemmark run', 'evaluate the config of this folder, or the bundled habit coach without one'],
		['gemmark init my-app && cd my-app && gemmark run', 'begin a project of your own'],
		['gemmark help run', 'what a command takes'],
	],
	init: [
		['gemmark init', 'ask, and write into this folder'],
		['gemmark init my-app --yes --language en', 'ask nothing'],
	],
	run: [
		['gemmark run --model hf:user/repo:Q4_0', 'download a model and evaluate it'],
		['gemmark run --model q8.gguf --model q4.gguf --interleave', 'what does a smaller quantization cost?'],
		['gemmark run --suite prefix --epochs 5 --sampling recommended', 'how much of the verdict is chance?'],
		['gemmark run --runner openai --base-url http://127.0.0.1:8080', 'the model of a server'],
		['gemmark run --gate gate.yaml --baseline results/main --quiet', 'in CI: exit code 1 where the gate fails'],
	],
	config: [
		['gemmark config', 'what would run, and where each field comes from'],
		['gemmark config --schema > config.schema.json', 'for the completion of an editor'],
	],
	lint: [['gemmark lint model.gguf --tools tools.json', "what the model's template never shows it"]],
	report: [
		['gemmark report --lang ko --out report-ko', 'the newest run again, in Korean'],
		['gemmark report results/latest --metrics', 'what a gate may ask of a run'],
	],
	compare: [
		['gemmark compare results/before results/after', 'which samples changed'],
		['gemmark compare results/q8 results/q4 --divergence', 'how far the tokens are apart'],
	],
	merge: [['gemmark merge results/shard-*', 'join the shards of a run']],
	rescore: [['gemmark rescore results/old --out results/new', 'by the suites as they are now, without the model']],
	fates: [['gemmark fates results/latest', 'what an app on another engine would have got']],
	worker: [['gemmark worker --queue redis://127.0.0.1:6379', 'lend this machine to a run with the same --queue']],
	ingest: [["adb logcat -d | gemmark ingest - --device 'Pixel 9'", 'the log of an app on a phone']],
	label: [['gemmark label --who 지은', 'judge the prefixes of the newest run']],
	bench: [['gemmark bench engine -m model.gguf -p 512 -n 128', 'as llama-bench measures']],
	completion: [
		['source <(gemmark completion bash)', 'in ~/.bashrc'],
		['source <(gemmark completion zsh)', 'in ~/.zshrc, behind compinit'],
		['gemmark completion fish > ~/.config/fish/completions/gemmark.fish', 'once'],
	],
};
