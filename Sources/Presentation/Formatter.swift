/// Turns models into the sections that a view shows.
///
/// It sits between presenter and view. Two formatters give one record two faces, and none of them
/// changes it.
public protocol Formatter {
  /// The sections that show the models, in the order of the screen.
  func sections(for input: FormatterInput) -> [Section]
}
