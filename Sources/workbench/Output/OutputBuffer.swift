internal import Replies

final class OutputBuffer: ReplyHold {
  private let streams: [Output]
  private var group: OutputSpool?
  private var command: OutputSpool?

  init(_ streams: [Output]) {
    self.streams = streams
    for stream in streams { stream.hold = self }
  }

  var isHolding: Bool { command != nil || group != nil }

  var isOutput = true {
    willSet { if newValue != isOutput { flush() } }
  }

  func take(_ bytes: [UInt8], of output: Output) {
    guard let stream = streams.firstIndex(where: { $0 === output }), !bytes.isEmpty else { return }
    (command ?? group)?.append(OutputPiece(stream: stream, isOutput: isOutput, bytes: bytes))
  }

  func hold() {
    guard group == nil else { return }
    flush()
    group = OutputSpool()
  }

  func release() {
    flush()
    let spool = group
    group = nil
    spool?.drain(into: write)
  }

  func drop() {
    flush()
    group = nil
    command = nil
  }

  func holdCommand() {
    flush()
    command = OutputSpool()
  }

  func releaseCommand() { endCommand { _ in true } }

  func dropCommand() { endCommand { !$0.isOutput } }

  private func endCommand(keeping isKept: (OutputPiece) -> Bool) {
    flush()
    isOutput = true
    let spool = command
    command = nil
    spool?.drain { if isKept($0) { write($0) } }
  }

  /// Flushes, to keep the order across streams.
  private func write(_ piece: OutputPiece) {
    if let group { return group.append(piece) }
    streams[piece.stream].write(piece.bytes)
    streams[piece.stream].flush()
  }

  private func flush() {
    for stream in streams { stream.flush() }
  }
}
