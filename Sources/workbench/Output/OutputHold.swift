internal import Glibc
internal import Session

/// What is written on the streams of the program while it waits for a commit, in its order.
///
/// A little of it is kept in memory and the rest in a file that has no name, so that a long loop of
/// a script takes no more than a short one.
final class OutputHold: ReplyHold {
  /// A part of what was written on one stream.
  private struct Piece {
    var stream: Int
    var bytes: [UInt8]
  }

  /// How many bytes are kept in memory.
  private static let capacity = 1 << 20

  private let streams: [Output]
  private var pieces: [Piece] = []
  private var size = 0
  /// Where the pieces are that memory no longer holds.
  private var file: UnsafeMutablePointer<FILE>?
  private(set) var isHolding = false

  init(_ streams: [Output]) {
    self.streams = streams
    for stream in streams { stream.hold = self }
  }

  func hold() {
    guard !isHolding else { return }
    for stream in streams { stream.flush() }
    isHolding = true
  }

  /// Takes what was written on a stream.
  func take(_ bytes: [UInt8], of output: Output) {
    guard let stream = streams.firstIndex(where: { $0 === output }), !bytes.isEmpty else { return }
    if pieces.last?.stream == stream {
      pieces[pieces.count - 1].bytes += bytes
    } else {
      pieces.append(Piece(stream: stream, bytes: bytes))
    }
    size += bytes.count
    if size >= Self.capacity { save() }
  }

  func release() {
    guard isHolding else { return }
    for stream in streams { stream.flush() }
    isHolding = false
    if let file {
      rewind(file)
      while let piece = Self.read(from: file) { write(piece) }
    }
    for piece in pieces { write(piece) }
    for stream in streams { stream.flush() }
    forget()
  }

  func drop() {
    guard isHolding else { return }
    for stream in streams { stream.flush() }
    isHolding = false
    forget()
  }

  private func forget() {
    pieces = []
    size = 0
    if let file { fclose(file) }
    file = nil
  }

  private func write(_ piece: Piece) { streams[piece.stream].write(piece.bytes) }

  // MARK: The file

  /// Moves what is in memory to the file; where there can be none, it stays in memory.
  private func save() {
    if file == nil { file = tmpfile() }
    guard let file else { return }
    let end = ftell(file)
    for piece in pieces {
      var head = [piece.stream, piece.bytes.count]
      let isWritten =
        fwrite(&head, MemoryLayout<Int>.size, 2, file) == 2
        && fwrite(piece.bytes, 1, piece.bytes.count, file) == piece.bytes.count
      guard isWritten, fflush(file) == 0 else {
        // The disk is full: what is in memory is still whole.
        ftruncate(fileno(file), end)
        fseek(file, end, SEEK_SET)
        return
      }
    }
    pieces = []
    size = 0
  }

  private static func read(from file: UnsafeMutablePointer<FILE>) -> Piece? {
    var head = [0, 0]
    guard fread(&head, MemoryLayout<Int>.size, 2, file) == 2 else { return nil }
    var bytes = [UInt8](repeating: 0, count: head[1])
    guard fread(&bytes, 1, bytes.count, file) == bytes.count else { return nil }
    return Piece(stream: head[0], bytes: bytes)
  }
}
