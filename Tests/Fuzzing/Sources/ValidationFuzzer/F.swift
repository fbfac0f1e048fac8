import CFuzzer

/// Lets libFuzzer steer the walk, and stops at bytes that break the rule.
@main
enum Fuzzer {
  static func main() {
    _ = cfuzzer_run(CommandLine.argc, CommandLine.unsafeArgv) { start, count in
      let bytes = Array(UnsafeBufferPointer(start: start, count: count))
      let failure = ByteWalk.failure(in: bytes)
      precondition(failure == nil, failure ?? "")
      return 0
    }
  }
}
