internal import Glibc
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

struct OutputPiece {
  var stream: Int
  /// False for messages that a rollback of the command does not discard.
  var isOutput: Bool
  var bytes: [UInt8]
}

/// Keeps output in order until it is printed.
///
/// Output beyond a limit moves to an unnamed temporary file, so that a long loop in a script needs
/// no more memory than a short one.
final class OutputSpool {
  /// In bytes of memory.
  private static let capacity = 1 << 20

  private var pieces: [OutputPiece] = []
  private var size = 0
  private var file: UnsafeMutablePointer<FILE>?

  deinit { if let file { fclose(file) } }

  func append(_ piece: OutputPiece) {
    if let last = pieces.last, last.stream == piece.stream, last.isOutput == piece.isOutput {
      pieces[pieces.count - 1].bytes += piece.bytes
    } else {
      pieces.append(piece)
    }
    size += piece.bytes.count
    if size >= Self.capacity { save() }
  }

  func drain(into body: (OutputPiece) -> Void) {
    if let file {
      rewind(file)
      while let piece = Self.read(from: file) { body(piece) }
    }
    pieces.forEach(body)
  }

  private func save() {
    if file == nil { file = tmpfile() }
    guard let file else { return }
    let end = ftell(file)
    for piece in pieces {
      var head = [piece.stream, piece.isOutput ? 1 : 0, piece.bytes.count]
      let isWritten =
        fwrite(&head, MemoryLayout<Int>.size, 3, file) == 3
        && fwrite(piece.bytes, 1, piece.bytes.count, file) == piece.bytes.count
      guard isWritten, fflush(file) == 0 else {
        // If the disk is full, the pieces stay in memory.
        ftruncate(fileno(file), end)
        fseek(file, end, SEEK_SET)
        return
      }
    }
    pieces = []
    size = 0
  }

  private static func read(from file: UnsafeMutablePointer<FILE>) -> OutputPiece? {
    var head = [0, 0, 0]
    guard fread(&head, MemoryLayout<Int>.size, 3, file) == 3 else { return nil }
    var bytes = [UInt8](repeating: 0, count: head[2])
    guard fread(&bytes, 1, bytes.count, file) == bytes.count else { return nil }
    return OutputPiece(stream: head[0], isOutput: head[1] == 1, bytes: bytes)
  }
}
