import { type Command, Option } from 'commander';
import { filled, integer, thinking } from '../flags/option-values.ts';
import type { LintRequest } from './lint.ts';

/** `gemmark lint`: what a chat template makes of an app, without weights. */
export function addLintCommand(program: Command): void {
	program
		.command('lint')
		.description("tell what a model's chat template never shows it of an app, without loading weights")
		.argument('[source]', 'GGUF, tokenizer_config.json or Jinja file (default: the bundled miniature)', filled)
		.option(
			'--config <file>',
			'config with the app (default: found upwards from here; without one the habit coach)',
			filled,
		)
		.option('--tools <file>', "tools instead of the app's", filled)
		.option('--system <file>', "system prompt instead of the app's", filled)
		.option('--turns <n>', 'user turns that the context should have room for', integer(1, 10_000), 10)
		.option('--context-size <n>', 'context in tokens (default: 8192, or less where the model has less)', integer(256))
		.option('--thinking <mode>', 'off, on, or a budget, as runs will ask for it', thinking, 'off')
		.addOption(
			new Option('--lang <code>', 'language of the findings; JSON has both').choices(['en', 'ko']).default('en'),
		)
		.option('--json', 'print as JSON', false)
		.action(async (source: string | undefined, request: LintRequest) => {
			const { lintSource } = await import('./lint.ts');
			process.exitCode = await lintSource(source, request);
		});
}
