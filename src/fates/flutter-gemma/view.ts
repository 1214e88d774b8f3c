import type { FateCall } from '../engine-answer.ts';

export interface FlutterGemmaMode {
	/** `gemma4`: LiteRT-LM reads calls. The plugin itself looks for those of the others in the text. */
	readonly modelType: 'gemma4' | 'functiongemma' | 'text';
	readonly streaming: boolean;
	/** Default `native`. In browsers LiteRT-LM leaves the calls of Gemma 4 in the text. */
	readonly platform?: 'native' | 'web' | undefined;
}

/** What becomes of one generation in an app on flutter_gemma. */
export interface FlutterGemmaView {
	/** What the user sees as text. */
	readonly shown: string;
	/** What the plugin's history keeps of the turn. */
	readonly saved: string;
	/** What the user saw and the history does not keep. */
	readonly lost: string;
	/** The part of what is shown that is a call, not words. */
	readonly leaked: string;
}

/** The same, with what the app gets beside the text. */
export interface FlutterGemmaAnswer extends FlutterGemmaView {
	readonly calls: readonly FateCall[];
	/** Why the stream failed. */
	readonly error?: string | undefined;
}
