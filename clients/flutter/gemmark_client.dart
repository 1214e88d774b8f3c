// gemmark's device protocol, version 1 (docs/device-protocol.md), for debug builds. The twin of GemmarkClient.kt. Never compiled by
// gemmark: see README.md.
import 'dart:async';
import 'dart:math';

typedef Json = Map<String, dynamic>;

/// What the client needs of a runtime, at level chat. Asked one thing at a time.
abstract interface class Runtime {
  /// Of the hello: `runtime`, `model`, `initMs`; where it has them `adapter`, `backend`, `requestedBackend`, `options`, `samplers`,
  /// `thinking`; `levels`, where they are not those that follow from the controller.
  Json get facts;

  /// An `open` message: from now on one fresh conversation, the one before is over.
  Future<void> open(Json message);

  /// Sends the results of tools, if there are any, and the user's words, if there are any; completes at the end.
  Future<End> generate(List<Json> results, String? text, Parts out);

  /// The generation under way is to complete soon.
  Future<void> stop();
}

/// An app's own controller, at level app. Absent: the app offers level chat only.
abstract interface class Controller {
  /// A new chat.
  Future<void> open();

  /// Takes the user's turn; calls [Parts.generationEnded] between two generations. Its [End] has `messages` or `error`.
  /// [confirm]: how the user answers the app's dialogs.
  Future<End> userTurn(String text, Parts out, {bool confirm = true});

  Future<void> stop();
}

/// Where what is generated goes, as it comes.
abstract interface class Parts {
  void chunk(String text, {bool thinking = false});
  void call(String name, Json arguments, {String? raw});
  void malformed(String raw);
  void generationEnded(End end);
}

/// How a generation ended; the protocol's own words and fields.
class End {
  const End(
    this.finish, {
    this.reason = '',
    this.usage = const {},
    this.counters,
    this.prefillMs,
    this.rendered,
    this.messages,
    this.error,
  });

  final String finish;
  final String reason;
  final Json usage;
  final Json? counters;
  final double? prefillMs;

  /// The prompt as the runtime rendered it, in the first generation of a conversation.
  final String? rendered;
  final List<Json>? messages;
  final String? error;
}

/// The prompt does not fit into the context, or memory is not enough: [code] of the protocol's error.
class AskFailed implements Exception {
  const AskFailed(this.code, this.message);
  final String code;
  final String message;
}

/// Where messages go: the cable (cable_transport.dart), or the file of a plan (plan_file.dart).
abstract interface class Transport {
  void send(Json message);
}

/// The app's side of the protocol. A transport hands it what gemmark says, and takes what the app says.
class GemmarkClient {
  GemmarkClient({
    required this.app,
    required this.device,
    required this.os,
    required this.runtime,
    required this.show,
    this.controller,
    this.state,
    String? process,
    this.exit,
  }) : process = process ?? Random.secure().nextInt(1 << 32).toRadixString(16);

  final Json app; // {name, version}
  final String device;
  final String os;
  final Runtime runtime;
  final Controller? controller;
  final Future<Json> Function()? state; // memory, heat, charge: a channel to the platform
  final String process;
  final Json? exit; // why the process before this one ended
  final void Function(String) show; // a line for the screen or the console

  /// One thing at a time, in the order it was asked.
  Future<void> _work = Future<void>.value();
  Transport? _transport;
  String _level = 'chat';
  _Answer? _underWay;
  Object? _openFailed;
  final Set<int> _cancelled = {};
  bool _isOver = false;

  /// The run is over, or was refused.
  bool get isOver => _isOver;

  /// From the last welcome.
  String? session;

  Json hello({required String token}) => {
        'levels': ['chat', if (controller != null) 'app'],
        ...runtime.facts,
        'type': 'hello',
        'protocol': 1,
        'token': token,
        'process': process,
        'app': app,
        'device': device,
        'os': os,
        if (session != null) 'session': session,
        if (exit != null) 'exit': exit,
      };

  void received(Transport from, Json message) {
    switch (message['type']) {
      case 'welcome':
        _transport = from;
        session = message['session'] as String;
        _level = message['level'] as String;
        unawaited(_tellState(from, message['stateEveryMs'] as int));
      case 'refused':
        show(message['message'] as String);
        // Another client may only not be known to be gone yet.
        if (message['reason'] != 'busy') _isOver = true;
      case 'open':
        _post(() => _open(message));
      case 'ask':
        final answer = _Answer(this, from, message);
        _post(answer.run);
      case 'cancel':
        _cancel(message['ask'] as int);
      case 'ping':
        from.send({'type': 'pong', 'ping': message['ping']});
      case 'close':
        if (!message.containsKey('conversation')) _isOver = true;
    }
  }

  /// What was asked over a connection is over with it.
  void lost(Transport from) {
    if (_transport != from) return;
    _transport = null;
    if (_underWay case final answer?) _cancel(answer.ask);
  }

  Future<Json> stateNow() async => await state?.call() ?? <String, dynamic>{};

  void _post(Future<void> Function() work) {
    _work = _work.then((_) => work());
  }

  /// A conversation that cannot be opened fails its asks; the app lives on.
  Future<void> _open(Json message) async {
    _openFailed = null;
    try {
      _level == 'app' ? await controller?.open() : await runtime.open(message);
    } catch (failed) {
      _openFailed = failed;
    }
  }

  void _cancel(int ask) {
    _cancelled.add(ask);
    if (_underWay?.ask == ask) unawaited(_stop());
  }

  Future<void> _stop() async => _level == 'app' ? await controller?.stop() : await runtime.stop();

  Future<void> _tellState(Transport to, int everyMs) async {
    if (state == null) return;
    final now = await stateNow();
    if (_transport != to || _isOver) return;
    to.send({...now, 'type': 'state'});
    Timer(Duration(milliseconds: everyMs), () => _tellState(to, everyMs));
  }
}

/// One ask. Its clock is the device's monotonic one, from the moment the ask came.
class _Answer implements Parts {
  _Answer(this._client, this._to, this._message) : ask = _message['ask'] as int;

  final GemmarkClient _client;
  final Transport _to;
  final Json _message;
  final int ask;
  final Stopwatch _clock = Stopwatch()..start();
  int _n = 0;
  bool _late = false;
  Timer? _deadline;

  bool get _isCancelled => _client._cancelled.contains(ask);

  Future<void> run() async {
    if (_client._transport != _to) return;
    if (_isCancelled) return _end(const End('aborted'));
    _client._underWay = this;
    _await();
    try {
      if (_client._openFailed case final failed?) throw failed;
      _end(await _generate());
    } on AskFailed catch (failed) {
      _error(failed.code, failed.message);
    } catch (failed) {
      // A runtime that is stopped may throw.
      _late || _isCancelled ? _end(const End('aborted')) : _error('failed', '$failed');
    } finally {
      _deadline?.cancel();
      _client._underWay = null;
    }
  }

  @override
  void chunk(String text, {bool thinking = false}) => _part('chunk', {'text': text, if (thinking) 'thinking': true});

  @override
  void call(String name, Json arguments, {String? raw}) =>
      _part('call', {'name': name, 'arguments': arguments, if (raw != null) 'raw': raw});

  @override
  void malformed(String raw) => _part('malformed', {'raw': raw});

  @override
  void generationEnded(End end) {
    _end(end, more: true);
    _await();
  }

  Future<End> _generate() {
    final text = _message['text'] as String?;
    if (_client._level == 'app') return _client.controller!.userTurn(text!, this, confirm: _message['confirm'] != 'no');
    return _client.runtime.generate((_message['results'] as List).cast<Json>(), text, this);
  }

  /// Each generation of a turn has the time of one.
  void _await() {
    _deadline?.cancel();
    _deadline = Timer(Duration(milliseconds: (_message['deadlineMs'] as num).toInt()), () {
      _late = true;
      unawaited(_client._stop());
    });
  }

  void _end(End end, {bool more = false}) => _part('end', {
        'finish': _late ? 'deadline' : (_isCancelled ? 'aborted' : end.finish),
        'reason': end.reason,
        'usage': end.usage,
        if (end.counters != null) 'counters': end.counters,
        if (end.prefillMs != null) 'prefillMs': end.prefillMs,
        if (end.rendered != null) 'rendered': end.rendered,
        if (end.messages != null) 'messages': end.messages,
        if (end.error != null) 'error': end.error,
        if (more) 'more': true,
      });

  void _error(String code, String text) => _to.send({'type': 'error', 'ask': ask, 'code': code, 'message': text});

  void _part(String type, Json fields) =>
      _to.send({'type': type, 'ask': ask, 'n': _n++, 'atMs': _clock.elapsedMicroseconds / 1000, ...fields});
}
