/** A double of an engine's process: says what it is asked to, and leaves, or stays, when it is asked to end. */
process.on('message', (message: { readonly say?: string; readonly leave?: number }) => {
	if (message.say !== undefined) {
		process.stderr.write(`said ${message.say}`);
		process.send?.(message.say);
	}
	if (message.leave !== undefined) process.exit(message.leave);
});
