import SQLEngine
import Values

@testable import Cluster

/// Properties that hold for arbitrary bytes which a node receives from a session, or a session from
/// a node.
///
/// A coverage-guided fuzzer can call it.
enum WireWalk {
  /// The broken property, or nil.
  static func failure(in bytes: [UInt8]) -> String? {
    if let type = bytes.first {
      var rows: [[SQLValue]] = []
      let words = Array(bytes.dropFirst().prefix((bytes.count - 1) / 8 * 8))
      _ = try? WireReader.answer(type % 12, words, adding: &rows)
      var tracker = RequestTracker()
      _ = tracker.feed(answers: bytes)
    }
    let whole = passed(bytes, by: bytes.count)
    for size in [1, 7, 8] {
      let parts = passed(bytes, by: size)
      // A refused request is not passed on, wherever its bytes are divided.
      guard parts.isRefused == whole.isRefused, parts.bytes.starts(with: whole.bytes) else {
        return "\(whole) is \(parts) in parts of \(size)"
      }
    }
    return bytes.starts(with: whole.bytes) ? nil : "\(whole.bytes) was not sent"
  }

  private static func passed(
    _ bytes: [UInt8], by size: Int
  ) -> (bytes: [UInt8], isRefused: Bool, holdsLock: Bool) {
    var tracker = RequestTracker()
    var passed: [UInt8] = []
    do {
      for start in stride(from: 0, to: bytes.count, by: max(size, 1)) {
        passed += try tracker.feed(Array(bytes[start..<min(start + size, bytes.count)]))
      }
      return (passed, false, tracker.holdsLock)
    } catch {
      return (passed, true, tracker.holdsLock)
    }
  }
}
