// gemmark's device protocol, version 1 (docs/device-protocol.md), for debug builds. Not compiled by gemmark: see README.md.
import 'dart:async';
import 'dart:convert';
import 'dart:math';

import 'package:web_socket_channel/web_socket_channel.dart';

typedef Json = Map<String, dynamic>;

/// What the client needs of a runtime, at level chat. Asked one thing at a time.
abstract interface class Runtime {
  /// `runtime`, `model`, `backend`, `initMs` and, where it has them, `samplers` and `thinking` of the hello.
  Json get facts;

  /// An `open` message: from now on one fresh conversation, the one before is over.
  Future<void> open(Json message);

  /// Sends the results of tools, if there are any, and the user's words, if there are any; completes at the end.
  Future<End> generate(List<Json> results, String? text, Parts out);

  /// The generation under way is to complete soon.
  Future<void> stop();
}

/// An app's own controller, at level app.
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
  const End(this.finish, {this.reason = '', this.usage = const {}, this.counters, this.messages, this.error});
  final String finish;
  final String reason;
  final Json usage;
  final Json? counters;
  final List<Json>? messages;
  final String? error;
}

/// The prompt does not fit into the context, or memory is not enough: [code] of the protocol's error.
class AskFailed implements Exception {
  const AskFailed(this.code, this.message);
  final String code;
  final String message;
}

class GemmarkClient {
  GemmarkClient({
    required this.url,
    required this.token,
    required this.app,
    required this.device,
    required this.os,
    required this.runtime,
    required this.show,
    this.controller,
    this.state,
  });

  final String url; // ws://127.0.0.1:7357, over adb reverse
  final String token;
  final Json app; // {name, version}
  final String device;
  final String os;
  final Runtime runtime;
  final Controller? controller;
  final Future<Json> Function()? state;
  final void Function(String) show;

  final String _process = Random.secure().nextInt(1 << 32).toRadixString(16);
  final Set<int> _cancelled = {};
  String? _session;
  String _level = 'chat';
  bool _isOver = false;
  _Answer? _underWay;

  /// Connects, and again whenever the connection is lost, until the run is over.
  Future<void> run() async {
    while (!_isOver) {
      await _connection();
      if (!_isOver) await Future<void>.delayed(const Duration(seconds: 1));
    }
  }

  Future<void> _connection() async {
    final socket = WebSocketChannel.connect(Uri.parse(url));
    Timer? states;
    // One thing at a time, in the order it was asked.
    var work = Future<void>.value();
    var open = true;
    void send(Json message) {
      if (open) socket.sink.add(jsonEncode(message));
    }

    try {
      await socket.ready;
      send(_hello());
      await for (final data in socket.stream) {
        final message = jsonDecode(data as String) as Json;
        switch (message['type']) {
          case 'welcome':
            _session = message['session'] as String;
            _level = message['level'] as String;
            if (state case final read?) {
              Future<void> tell() async => send({'type': 'state', ...await read()});
              unawaited(tell());
              states = Timer.periodic(Duration(milliseconds: message['stateEveryMs'] as int), (_) => tell());
            }
          case 'refused':
            show(message['message'] as String);
            // Another client may only not be known to be gone yet.
            if (message['reason'] != 'busy') _isOver = true;
          case 'open':
            work = work.then((_) => _level == 'app' ? controller!.open() : runtime.open(message));
          case 'ask':
            final answer = _Answer(this, message, send);
            work = work.then((_) => open ? answer.run() : null);
          case 'cancel':
            _cancel(message['ask'] as int);
          case 'ping':
            send({'type': 'pong', 'ping': message['ping']});
          case 'close' when !message.containsKey('conversation'):
            _isOver = true;
            await socket.sink.close();
        }
      }
    } catch (error) {
      if (!_isOver) show('gemmark: $error');
    } finally {
      open = false;
      states?.cancel();
      // What was asked over a connection is over with it.
      if (_underWay case final answer?) _cancel(answer.ask);
      await work.catchError((_) {});
    }
  }

  Json _hello() => {
        ...runtime.facts,
        'type': 'hello',
        'protocol': 1,
        'token': token,
        if (_session != null) 'session': _session,
        'process': _process,
        'app': app,
        'device': device,
        'os': os,
        'levels': ['chat', if (controller != null) 'app'],
      };

  void _cancel(int ask) {
    _cancelled.add(ask);
    if (_underWay?.ask == ask) unawaited(_stop());
  }

  Future<void> _stop() => _level == 'app' ? controller!.stop() : runtime.stop();
}

/// One ask. Its clock is monotonic, from the moment the ask came.
class _Answer implements Parts {
  _Answer(this._client, this._message, this._send) : ask = _message['ask'] as int;

  final GemmarkClient _client;
  final Json _message;
  final void Function(Json) _send;
  final int ask;
  final Stopwatch _clock = Stopwatch()..start();
  Timer? _deadline;
  int _n = 0;
  bool _late = false;

  Future<void> run() async {
    if (_client._cancelled.contains(ask)) return _end(const End('aborted'));
    _client._underWay = this;
    _await();
    try {
      _end(await _generate());
    } on AskFailed catch (failed) {
      _error(failed.code, failed.message);
    } catch (failed) {
      // A runtime that is stopped may throw.
      _late || _client._cancelled.contains(ask) ? _end(const End('aborted')) : _error('failed', '$failed');
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
    _deadline = Timer(Duration(milliseconds: (_message['deadlineMs'] as num).round()), () {
      _late = true;
      unawaited(_client._stop());
    });
  }

  void _end(End end, {bool more = false}) => _part('end', {
        'finish': _late ? 'deadline' : (_client._cancelled.contains(ask) ? 'aborted' : end.finish),
        'reason': end.reason,
        'usage': end.usage,
        if (end.counters != null) 'counters': end.counters,
        if (end.messages != null) 'messages': end.messages,
        if (end.error != null) 'error': end.error,
        if (more) 'more': true,
      });

  void _error(String code, String message) => _send({'type': 'error', 'ask': ask, 'code': code, 'message': message});

  void _part(String type, Json fields) =>
      _send({'type': type, 'ask': ask, 'n': _n++, 'atMs': _clock.elapsedMicroseconds / 1000, ...fields});
}
