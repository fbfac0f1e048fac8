/// Turns models into the sections that a view shows.
///
/// It sits between presenter and view. Two formatters give one record two faces, and none of them
/// changes it.
public protocol Formatter {
  func sections(for input: FormatterInput) -> [Section]
}
