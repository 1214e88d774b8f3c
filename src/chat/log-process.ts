/**
 * Id of the process that wrote a line, as what a console puts before its message tells: `adb logcat` in its formats,
 * Apple's consoles. Undefined where none is told.
 */
export function processIn(head: string): string | undefined {
	for (const form of FORMS) {
		const id = form.exec(head)?.[1];
		if (id !== undefined) return id;
	}
	return undefined;
}

const FORMS: readonly RegExp[] = [
	// threadtime: 11-22 09:00:00.010 12345 12354 I flutter :
	/(?:^|\s)(\d{1,10})\s+\d{1,10}\s+[VDIWEFA]\s/u,
	// brief, process, thread, time: I/flutter (12345):, I(12345:12354)
	/(?:^|\s)[VDIWEFA](?:\/[^()]{0,100})?\(\s*(\d{1,10})(?::\s*\w{1,10})?\)/u,
	// Runner[512:40213], Runner(Flutter)[512] <Notice>:
	/[\w)]\[(\d{1,10})(?::[\da-fx]{1,16})?\]/u,
];
