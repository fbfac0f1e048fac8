internal import Values

/// Converts common notations of times to that of commands.
package struct TimeForms {
  // Stored, because each evaluation of a regex literal parses it.
  private let time = /([0-9]{1,2}):([0-9]{2})(?::([0-9]{2})(\.[0-9]+)?)?(?: ?([AaPp])[Mm])?/
  private let moment =
    /(.*[0-9]:[0-9]{2}(?:\.[0-9]{1,3})?)([0-9]*)(?:([-+][0-9]{2}):?([0-9]{2})?|(Z))?/

  package init() {}

  /// Accepts `9:00`, `2:30 PM` and `14:42:35.123456`; `hasDropped` reports dropped fractional
  /// digits.
  package func time(_ text: String) -> (text: String, hasDropped: Bool)? {
    guard let match = text.withPlainDigits.wholeMatch(of: time), var hour = Int(match.1) else {
      return nil
    }
    if let half = match.5 {
      guard 1...12 ~= hour else { return nil }
      hour = hour % 12 + (half.lowercased() == "p" ? 12 : 0)
    }
    let seconds = match.3.map { ":\($0)" } ?? ""
    return ("\(hour < 10 ? "0" : "")\(hour):\(match.2)\(seconds)", match.4 != nil)
  }

  /// Shortens a date and time to milliseconds and normalizes zones such as `+00` and `+0200`;
  /// `hasDropped` reports dropped digits.
  package func moment(_ text: String) -> (text: String, hasDropped: Bool) {
    guard let match = text.withPlainDigits.wholeMatch(of: moment),
      match.2.isEmpty || match.1.contains(".")
    else { return (text, false) }
    let zone = match.3.map { "\($0):\(match.4 ?? "00")" } ?? match.5.map(String.init) ?? ""
    return (match.1 + zone, !match.2.isEmpty)
  }
}
