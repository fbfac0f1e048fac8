/// Changes names of sheets so that Excel accepts them.
package struct SheetNames {
  private static let longest = 31
  private static let forbidden: Set<Unicode.Scalar> = ["[", "]", ":", "*", "?", "/", "\\"]

  private var taken: Set<String> = []

  package init() {}

  /// Returns the name with its invalid characters replaced, shortened to 31 UTF-16 code units, and
  /// with a number if it is already taken.
  package mutating func unique(_ name: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      let isControl = scalar.properties.generalCategory == .control
      scalars.append(Self.forbidden.contains(scalar) || isControl ? "_" : scalar)
    }
    var base = String(scalars)
    // Excel reserves the name of its change log.
    if base.lowercased() == "history" { base += "_" }
    if base.isEmpty { base = "_" }
    if base.hasPrefix("'") { base = "_" + base.dropFirst() }
    var number = 1
    while true {
      let ending = number > 1 ? " \(number)" : ""
      var result = Self.cut(base, to: Self.longest - ending.utf16.count)
      if result.hasSuffix("'") { result = result.dropLast() + "_" }
      result += ending
      if taken.insert(result.lowercased()).inserted { return result }
      number += 1
    }
  }

  private static func cut(_ text: String, to length: Int) -> String {
    var result = text
    while result.utf16.count > length { result.removeLast() }
    return result
  }
}
