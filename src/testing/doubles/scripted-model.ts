import { ScriptedCompleter, type ScriptedGeneration } from '../../model/completer.ts';
import type { RawModel } from '../../model/runner.ts';
import { gemma4Templates } from '../gguf/gemma4-template.ts';

/** Double: a loaded Gemma 4 that plays the script. */
export function scriptedModel(generations: readonly ScriptedGeneration[], changes: Partial<RawModel> = {}): RawModel {
	return {
		kind: 'raw',
		completer: new ScriptedCompleter(generations),
		chatTemplate: gemma4Templates.plain,
		bosToken: '<bos>',
		eosToken: '<eos>',
		grammar: false,
		identity: { name: 'scripted.gguf', miniature: false },
		engine: { runner: 'scripted', version: '1', backend: 'none' },
		loadMs: 1,
		peakRssBytes: async () => undefined,
		dispose: async () => {},
		...changes,
	};
}
