import Foundation

/// What the rounds of a test leave behind in memory.
public enum Leak {
  /// Ends the process with the figure if more is left behind than a limit: for exit tests, whose
  /// process does nothing else meanwhile.
  ///
  /// The first tenth of the rounds is not counted, in which caches are filled. What is counted are
  /// the data of the process as the system has them, which grow by parts of 132 KB.
  ///
  /// - Parameter limit: in bytes a round.
  public static func expect(
    atMost limit: Int = 24, rounds: Int = 10_000, _ round: () throws -> Void
  ) rethrows {
    for _ in 0..<rounds / 10 { try round() }
    let before = kilobytes
    for _ in 0..<rounds { try round() }
    let left = (kilobytes - before) * 1024 / rounds
    guard left > limit else { return }
    FileHandle.standardError.write(Data("\(left) bytes a round are left behind\n".utf8))
    exit(1)
  }

  /// The size of the data of this process.
  private static var kilobytes: Int {
    let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmData:") }
    return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
  }
}
