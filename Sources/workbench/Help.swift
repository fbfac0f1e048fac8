internal import ArgumentParser
internal import Glibc
internal import Session

/// `workbench help [TOPIC]`.
enum Help {
  /// Prints the help on a topic, or on the program, and returns the exit status.
  static func print(on topic: String?) -> Int32 {
    let text = topic.map(Session.help(on:)) ?? Arguments.helpMessage() + "\n" + Session.overview
    let output = Output(text == nil ? STDERR_FILENO : STDOUT_FILENO)
    output.write((text ?? "error: there is no help on \"\(topic ?? "")\"") + "\n")
    output.flush()
    return text == nil ? ExitStatus.usage : 0
  }
}
