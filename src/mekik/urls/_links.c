/* The links of a page that need no parser, joined: what native.py asks for. Its twin in Python is the loop of
 * `Normaliser.links`, and whatever is not plain here goes there. What is plain is chosen so narrowly that the full rules
 * would give exactly the same. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <string.h>

#define VERSION 2
#define ROOM 2048 /* longer addresses are rare, and for the full rules */
#define MOST_STEPS_UP 16

enum { IN_PATH = 1, IN_QUERY = 2, IN_SCHEME = 4 };
static unsigned char classes[256];

typedef struct {
    const char *text;
    Py_ssize_t size;
} Span;

typedef struct {
    PyObject *known, *roots, *documents, *dropped;
    Span root, folder, page;
    Py_ssize_t most, longest;
} Site;

static Span nothing = {NULL, -1};

static void set_classes(void) {
    for (int sign = '0'; sign <= 'z'; sign++) {
        if (!Py_ISALNUM(sign)) continue;
        classes[sign] = IN_PATH | IN_QUERY | IN_SCHEME;
    }
    for (const char *sign = "-._~!$&()*+,=:@"; *sign; sign++) classes[(unsigned char)*sign] |= IN_PATH | IN_QUERY;
    for (const char *sign = ";/?"; *sign; sign++) classes[(unsigned char)*sign] |= IN_QUERY;
    for (const char *sign = "+.-"; *sign; sign++) classes[(unsigned char)*sign] |= IN_SCHEME;
    classes['\''] |= IN_PATH;
}

/* A byte beyond ASCII, escaped, in upper case, which is its only spelling; 0 for any other escape. */
static int escape(const char *from, const char *end, char *to) {
    if (end - from < 3) return 0;
    char high = Py_TOUPPER(from[1]), low = Py_TOUPPER(from[2]);
    if (!(high == '8' || high == '9' || (high >= 'A' && high <= 'F')) || !Py_ISXDIGIT(low)) return 0;
    to[0] = '%', to[1] = high, to[2] = low;
    return 1;
}

/* Whether a set of texts in small letters holds this one; -1 for an error. */
static int holds(PyObject *set, const char *text, Py_ssize_t size) {
    PyObject *small = PyUnicode_New(size, 127);
    if (small == NULL) return -1;
    char *to = (char *)PyUnicode_1BYTE_DATA(small);
    for (Py_ssize_t place = 0; place < size; place++) to[place] = Py_TOLOWER(text[place]);
    int found = PySet_Contains(set, small);
    Py_DECREF(small);
    return found;
}

/* `prefix` and `text`, which begins with a slash or gets one; NULL without an error where that takes the full rules. */
static PyObject *joined(const Site *site, Span prefix, Span text, int slash) {
    char made[ROOM];
    if (prefix.size + text.size + slash > (site->most < ROOM ? site->most : ROOM)) return NULL;
    memcpy(made, prefix.text, prefix.size);
    const char *from = text.text, *end = text.text + text.size;
    char *to = made + prefix.size, *name = to, *query = NULL;
    int begins = 1; /* a segment: it may not be empty, nor begin with a dot */
    if (slash)
        *to++ = '/', name = to;
    else if (from == end || *from != '/')
        return NULL;
    else
        *to++ = *from++, name = to;
    for (; from < end; from++) {
        char sign = *from;
        if (sign == '?') break;
        if (sign == '/') {
            if (begins) return NULL;
            *to++ = sign, name = to, begins = 1;
            continue;
        }
        if (sign == '%') {
            if (!escape(from, end, to)) return NULL;
            to += 3, from += 2;
        } else if (!(classes[(unsigned char)sign] & IN_PATH) || (sign == '.' && begins))
            return NULL;
        else
            *to++ = sign;
        begins = 0;
    }
    char *path_end = to;
    if (from < end) {
        *to++ = '?', query = to;
        char *name_end = NULL;
        for (from++; from < end; from++) {
            if (*from == '%') {
                if (!escape(from, end, to)) return NULL;
                to += 3, from += 2;
                continue;
            }
            if (*from == '&' || !(classes[(unsigned char)*from] & IN_QUERY)) return NULL;
            if (*from == '=' && name_end == NULL) name_end = to;
            *to++ = *from;
        }
        int dropped = to == query ? 1 : holds(site->dropped, query, (name_end ? name_end : to) - query);
        if (dropped < 0) return NULL;
        if (dropped) to = path_end, query = NULL;
    }
    if (query == NULL && path_end > name) {
        int document = holds(site->documents, name, path_end - name);
        if (document < 0) return NULL;
        if (document) to = name;
    }
    return PyUnicode_FromKindAndData(PyUnicode_1BYTE_KIND, made, to - made);
}

static PyObject *none(void) {
    Py_INCREF(Py_None);
    return Py_None;
}

static PyObject *absolute(const Site *site, Span text) {
    const char *slash = text.size > 8 ? memchr(text.text + 8, '/', text.size - 8) : NULL;
    if (slash == NULL) return NULL;
    PyObject *prefix = PyUnicode_FromStringAndSize(text.text, slash - text.text);
    if (prefix == NULL) return NULL;
    PyObject *root = PyDict_GetItemWithError(site->roots, prefix);
    Py_DECREF(prefix);
    if (root == NULL) return NULL;
    if (root == Py_None) return none();
    if (!PyUnicode_IS_COMPACT_ASCII(root)) return NULL;
    Span found = {(const char *)PyUnicode_1BYTE_DATA(root), PyUnicode_GET_LENGTH(root)};
    return joined(site, found, (Span){slash, text.text + text.size - slash}, 0);
}

/* `mailto:` and the like lead nowhere. */
static int other_scheme(Span text) {
    Py_ssize_t end = 0;
    while (end < text.size && classes[(unsigned char)text.text[end]] & IN_SCHEME) end++;
    if (!end || end == text.size || text.text[end] != ':' || !Py_ISALPHA(text.text[0])) return 0;
    return !(end >= 4 && end <= 5 && PyOS_strnicmp(text.text, "https", end) == 0);
}

static PyObject *relative(const Site *site, Span text) {
    if (memchr(text.text, ':', text.size)) return other_scheme(text) ? none() : NULL;
    if (text.size && text.text[0] != '?') {
        Span folder = site->folder;
        for (int step = 0; step < MOST_STEPS_UP && text.size >= 3 && !memcmp(text.text, "../", 3); step++) {
            text.text += 3, text.size -= 3;
            if (folder.size > site->root.size)
                do folder.size--;
                while (folder.text[folder.size] != '/');
        }
        if (text.size >= 2 && !memcmp(text.text, "./", 2)) text.text += 2, text.size -= 2;
        return joined(site, folder, text, 1);
    }
    if (site->page.size <= 0) return NULL;
    if (!text.size) return joined(site, site->root, site->page, 0);
    const char *mark = memchr(site->page.text, '?', site->page.size);
    Py_ssize_t path = mark ? mark - site->page.text : site->page.size;
    if (path + text.size > ROOM) return NULL;
    char whole[ROOM];
    memcpy(whole, site->page.text, path);
    memcpy(whole + path, text.text, text.size);
    return joined(site, site->root, (Span){whole, path + text.size}, 0);
}

/* A link that is not known as it stands; NULL without an error where it takes the full rules. */
static PyObject *worked_out(const Site *site, PyObject *href) {
    if (!PyUnicode_Check(href) || !PyUnicode_IS_COMPACT_ASCII(href)) return NULL;
    Span text = {(const char *)PyUnicode_1BYTE_DATA(href), PyUnicode_GET_LENGTH(href)};
    const char *mark = memchr(text.text, '#', text.size);
    PyObject *named = href, *url;
    Py_INCREF(named);
    if (mark) {
        text.size = mark - text.text;
        if (text.size && text.text[text.size - 1] <= ' ') { /* counts before a fragment, but not at the end of a link */
            Py_DECREF(named);
            return NULL;
        }
        Py_SETREF(named, PyUnicode_FromStringAndSize(text.text, text.size));
        if (named == NULL) return NULL;
        url = PyDict_GetItemWithError(site->known, named);
        if (url || PyErr_Occurred()) {
            Py_XINCREF(url);
            Py_DECREF(named);
            return url;
        }
    }
    int rooted = text.size && text.text[0] == '/';
    int whole = text.size > 7 && (!memcmp(text.text, "http://", 7) || !memcmp(text.text, "https://", 8));
    url = rooted ? joined(site, site->root, text, 0) : whole ? absolute(site, text) : relative(site, text);
    if (url && (rooted || whole) && text.size <= site->longest && PyDict_SetItem(site->known, named, url) < 0)
        Py_CLEAR(url);
    Py_DECREF(named);
    return url;
}

static Span span_of(PyObject *place, const char *name) {
    PyObject *text = PyObject_GetAttrString(place, name);
    if (text == NULL) return nothing;
    Span found = nothing;
    if (PyUnicode_Check(text) && PyUnicode_IS_COMPACT_ASCII(text))
        found = (Span){(const char *)PyUnicode_1BYTE_DATA(text), PyUnicode_GET_LENGTH(text)};
    else
        PyErr_Format(PyExc_TypeError, "%s is no ASCII text", name);
    Py_DECREF(text); /* the place keeps it */
    return found;
}

static PyObject *links(PyObject *module, PyObject *arguments) {
    PyObject *hrefs, *place, *work_out;
    Site site;
    if (!PyArg_ParseTuple(
            arguments, "OO!OO!OOnnO", &hrefs, &PyDict_Type, &site.known, &place, &PyDict_Type, &site.roots,
            &site.documents, &site.dropped, &site.most, &site.longest, &work_out))
        return NULL;
    site.root = span_of(place, "root");
    if (!PyErr_Occurred()) site.folder = span_of(place, "folder");
    if (!PyErr_Occurred()) site.page = span_of(place, "page");
    if (PyErr_Occurred()) return NULL;
    hrefs = PySequence_Fast(hrefs, "links come in a sequence");
    if (hrefs == NULL) return NULL;
    Py_ssize_t count = PySequence_Fast_GET_SIZE(hrefs);
    PyObject *found = PyList_New(count);
    for (Py_ssize_t number = 0; found && number < count; number++) {
        PyObject *href = PySequence_Fast_GET_ITEM(hrefs, number);
        PyObject *url = PyDict_GetItemWithError(site.known, href);
        Py_XINCREF(url);
        if (url == NULL && !PyErr_Occurred()) url = worked_out(&site, href);
        if (url == NULL && !PyErr_Occurred())
            url = PyObject_CallFunctionObjArgs(work_out, href, place, site.known, NULL);
        if (url == NULL)
            Py_CLEAR(found);
        else
            PyList_SET_ITEM(found, number, url);
    }
    Py_DECREF(hrefs);
    return found;
}

static PyMethodDef functions[] = {
    {"links", links, METH_VARARGS,
     "links(hrefs, known, place, roots, documents, dropped, most, longest, work_out): addresses, None for what cannot be "
     "fetched. `work_out(href, place, known)` is asked for what is neither known nor plain."},
    {NULL},
};
static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "mekik.urls._links", .m_size = -1, .m_methods = functions,
};

PyMODINIT_FUNC PyInit__links(void) {
    set_classes();
    PyObject *module = PyModule_Create(&definition);
    if (module != NULL && PyModule_AddIntConstant(module, "VERSION", VERSION) < 0) Py_CLEAR(module);
    return module;
}
