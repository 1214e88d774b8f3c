/**
 * What moves a cursor, turns the direction of text or stays invisible: controls but lines and tabs, bidi controls, zero-width
 * characters, annotation marks, tags. Joiners are none where a script or an emoji needs them.
 */
export const HIDDEN: RegExp =
	// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
	/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|\r(?!\n)|(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Script=Arabic}\p{Script=Devanagari}]|\ufe0f)[\u200c\u200d]/gu;
