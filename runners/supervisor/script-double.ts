/** A double of an engine's process: says what it is asked to, freezes as in native code, and leaves when it is asked to end. */
process.on('message', (message: { readonly say?: string; readonly leave?: number; readonly freezeMs?: number }) => {
	if (message.say !== undefined) {
		process.stderr.write(`said ${message.say}`);
		process.send?.(message.say);
	}
	if (message.freezeMs !== undefined) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, message.freezeMs);
	if (message.leave !== undefined) process.exit(message.leave);
});
