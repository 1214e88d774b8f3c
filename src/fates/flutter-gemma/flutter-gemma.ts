import { type EngineFate, engineFate } from '../fate.ts';
import { emulateFlutterGemma, flutterGemmaModel } from './emulation.ts';

const PLUGIN = {
	version: '1.6.5 (2026-08-22)',
	source:
		'DenisovAV/flutter_gemma at f19ee6c: packages/flutter_gemma/lib/core/chat.dart and lib/core/parsing, ' +
		'packages/flutter_gemma_litertlm 1.5.2; read 2026-11-21',
};

/** An app on Android, iOS or a desktop that shows text as it comes. */
export const flutterGemmaNative: EngineFate = flutterGemmaOn('native', 'flutter-gemma', 'flutter_gemma');

/** The same app in a browser. */
export const flutterGemmaWeb: EngineFate = flutterGemmaOn('web', 'flutter-gemma-web', 'flutter_gemma, web');

function flutterGemmaOn(platform: 'native' | 'web', engine: string, title: string): EngineFate {
	return engineFate({
		engine,
		title,
		...PLUGIN,
		answer(pieces, dialect) {
			const mode = { modelType: flutterGemmaModel(dialect), streaming: true, platform };
			const { leaked, ...answer } = emulateFlutterGemma(pieces, mode);
			return { ...answer, leaked: leaked === '' ? undefined : leaked };
		},
	});
}
