internal import Replies

extension Topic {
  static let templates = Topic(
    name: "templates",
    summary: "How formatters and titles of screens are written.",
    text: #"""
      Templates are written in Mustache. A tag is replaced by the value of a property
      as a label shows it; control characters are made visible, and nothing is escaped
      for HTML.

        {{title}}                    the value of a property; «nil» if there is none
        {{venue.town}}               that of the record a reference leads to
        {{#reviews}} … {{/reviews}}  once for each item of a list, whose properties
                                     are called by their names; once for a reference
                                     or a value, except nil, false, an empty text and
                                     an empty list
        {{^reviews}} … {{/reviews}}  where the section above prints nothing
        {{.}}                        the item itself
        {{count(reviews)}}           also empty, first, last, reversed and sorted of
                                     lists
        {{uppercased(title)}}        also lowercased, capitalized, reversed and empty
                                     of texts
        {{index()}} {{^last()}}, {{/last()}}
                                     the place in a list: index, first, last, even and
                                     odd, of the item whose section the tag is in
        {{`my name`}}                a name that is not made of letters and digits
        {{! … }}                     a comment
        {{=<% %>=}}                  other delimiters from here on

      A name that does not exist, or a function applied to a value that it does not
      take, is an error where the template is defined. Every function returns nil for
      nil.

      Each line is an item of the screen. A line with values of an item of a list is
      about that item. A line that has only tags of sections, comments and delimiters
      is left out.
      """#)
}
