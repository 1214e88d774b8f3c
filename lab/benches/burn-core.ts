/** Entry of a process that keeps a core busy until it is killed or its parent is gone. */
process.on('disconnect', () => process.exit());
process.send?.('burning');
const burn = (): void => {
	const until = performance.now() + 100;
	while (performance.now() < until);
	setImmediate(burn);
};
burn();
