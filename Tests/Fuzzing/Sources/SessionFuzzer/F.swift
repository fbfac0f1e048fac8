import CFuzzer
import Foundation

/// Lets libFuzzer steer the walk named by `WALK`, and stops at bytes that break a promise.
@main
enum Fuzzer {
  fileprivate static let walk: SessionWalk = {
    let name = ProcessInfo.processInfo.environment["WALK"] ?? ""
    guard let walk = SessionWalk(rawValue: name) else {
      preconditionFailure("WALK is one of \(SessionWalk.allCases.map(\.rawValue))")
    }
    return walk
  }()

  static func main() {
    _ = cfuzzer_run(CommandLine.argc, CommandLine.unsafeArgv, judge)
  }
}

private func judge(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  do {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let failure = try Fuzzer.walk.failure(in: bytes)
    precondition(failure == nil, failure ?? "")
  } catch {
    preconditionFailure("no session begins: \(error)")
  }
  return 0
}
